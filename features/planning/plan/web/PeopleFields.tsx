import { Checkbox, Radio, Stack, Switch, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePerson } from '#features/core/account/web/person.ts'
import { addressesIn } from '#features/core/part/rules.ts'
import { looksAfterPitches, type RecordingChoice, recordingChoices } from '#features/core/pitch/rules.ts'
import type { FormProps } from './formState.ts'
import { RecordingOutlook } from './RecordingOutlook.tsx'

/** [RULE-031, RULE-064] Co-hosts and moderators: addresses, typed or pasted with commas between them. */
export function HelperFields({ form, change, leave, errors }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <>
      {(['co_host', 'moderator'] as const).map(name => (
        <TagsInput
          key={name}
          label={t(`field.${name}`)}
          description={t(`field.${name}Hint`)}
          placeholder={form[name].length === 0 ? t('field.addressExample') : ''}
          splitChars={[',', ';', ' ', '，', '；']}
          acceptValueOnBlur
          clearable
          clearButtonProps={{ 'aria-label': t(`field.${name}Clear`) }}
          value={[...form[name]]}
          onChange={tags => change({ [name]: [...new Set(tags.flatMap(addressesIn))] })}
          onBlur={() => leave(name)}
          error={errors[name]}
        />
      ))}
    </>
  )
}

/** [ENT-028] Whether the pitch is public. */
export function AccessFields({ form, change }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <Radio.Group
      label={t('field.access')}
      value={form.is_public ? 'public' : 'private'}
      onChange={value => change({ is_public: value === 'public' })}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="private" label={t('access.private')} description={t('access.privateHint')} />
        <Radio value="public" label={t('access.public')} description={t('access.publicHint')} />
      </Stack>
    </Radio.Group>
  )
}

/** [ENT-010] Whether attendees may ask the hosts; it can be changed in the room. */
export function QuestionField({ form, change }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <Checkbox
      label={t('field.show_question')}
      description={t('field.show_questionHint')}
      checked={form.show_question}
      onChange={event => change({ show_question: event.currentTarget.checked })}
    />
  )
}

/** [STATE-091] Whether investors see each other's names (guest mode); it can be changed in the room. */
export function NamesField({ form, change }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <Switch
      label={t('field.show_names')}
      description={t('field.show_namesHint')}
      checked={form.show_names ?? true}
      onChange={event => change({ show_names: event.currentTarget.checked })}
    />
  )
}

/** Whether each viewer's own name lies over the slides and the replay. */
export function WatermarkField({ form, change }: FormProps) {
  const { t } = useTranslation('pitch')
  return (
    <Switch
      label={t('field.watermark')}
      description={t('field.watermarkHint')}
      checked={form.watermark ?? false}
      onChange={event => change({ watermark: event.currentTarget.checked })}
    />
  )
}

/** [ENT-010] Whether the words spoken in the recording are kept as text; what is not recorded has none. */
export function TranscriptField({ form, change }: FormProps) {
  const { t } = useTranslation('pitch')
  if ((form.recording ?? 'not') === 'not') return null
  return (
    <Switch
      label={t('field.mp4_to_text_flag')}
      description={t('field.mp4_to_text_flagHint')}
      checked={form.mp4_to_text_flag ?? true}
      onChange={event => change({ mp4_to_text_flag: event.currentTarget.checked })}
    />
  )
}

/** [ENT-010] Whether it stands in the spotlight of the dashboard: for those who look after pitches. */
export function SpotlightField({ form, change }: FormProps) {
  const { t } = useTranslation('pitch')
  const { roles } = usePerson()
  if (!looksAfterPitches(roles)) return null
  return (
    <Switch
      label={t('field.spotlight')}
      description={t('field.spotlightHint')}
      checked={form.spotlight ?? false}
      onChange={event => change({ spotlight: event.currentTarget.checked })}
    />
  )
}

/** Whether the pitch is recorded. Everyone is told before they join, and no one is recorded who has not agreed. */
export function RecordingField({ form, change, pitch }: FormProps & { pitch: string | undefined }) {
  const { t } = useTranslation('pitch')
  return (
    <Radio.Group
      label={t('field.recording')}
      description={t('field.recordingHint')}
      value={form.recording ?? 'not'}
      onChange={value => change({ recording: value as RecordingChoice })}
    >
      <Stack gap="xs" mt="xs">
        {recordingChoices.map(choice => (
          <Radio key={choice} value={choice} label={t(`recording.${choice}`)} />
        ))}
        {(form.recording ?? 'not') !== 'not' && <RecordingOutlook form={form} pitch={pitch} />}
      </Stack>
    </Radio.Group>
  )
}
