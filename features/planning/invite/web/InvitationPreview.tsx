import { Alert, Checkbox, Group, SegmentedControl, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/fields.ts'
import { client } from '#web/client/client.ts'
import { languages } from '#web/i18n/language.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { inviteCalls, type PreviewedMail } from '../contract.ts'
import './InvitationPreview.css'

const knownLanguage = (name: string): Language => languages.find(known => known === name) ?? 'en'

/** The invitation beside the form that sends it, and whether it shows the first slide. */
export function InvitationPreview({ uuid, locked }: { uuid: string; locked: boolean }) {
  const { t } = useTranslation('invite')
  const [look, setLook] = usePreviewLook()
  const { language } = look
  const preview = useQuery({
    ...callQuery('getInvitationPreview', { uuid, language }),
    placeholderData: keepPreviousData,
  })
  return (
    <PreviewFrame {...{ look, setLook, preview }} mail={preview.data} hint={t('mailPreview.hint')}>
      {preview.data && !locked && <SlideChoice uuid={uuid} mail={preview.data} />}
    </PreviewFrame>
  )
}

interface PreviewLook {
  readonly language: Language
  readonly form: 'html' | 'text'
}

/** In which language and form a preview is shown: at first in the reader's own. */
export function usePreviewLook() {
  const { i18n } = useTranslation()
  return useState<PreviewLook>({ language: knownLanguage(i18n.language), form: 'html' })
}

interface FrameProps {
  look: PreviewLook
  setLook: (look: PreviewLook) => void
  preview: { readonly error: unknown; readonly isPending: boolean; readonly refetch: () => unknown }
  mail: PreviewedMail | null | undefined
  hint: string
  /** What stands in the place of an email that there cannot be yet. */
  none?: string
  children?: ReactNode
}

/** An email with the choice of its language and form. */
export function PreviewFrame({ look, setLook, preview, mail, hint, none, children }: FrameProps) {
  const { t } = useTranslation(['invite', 'common'])
  const title = useId()
  return (
    <section className="invitation-preview" aria-labelledby={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} id={title}>
            {t('mailPreview.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </div>
        <Group gap="sm" align="flex-end">
          <Select
            label={t('mailPreview.language')}
            allowDeselect={false}
            data={languages.map(value => ({ value, label: t(`common:languages.${value}`) }))}
            value={look.language}
            onChange={value => value && setLook({ ...look, language: knownLanguage(value) })}
          />
          <SegmentedControl
            aria-label={t('mailPreview.form')}
            data={(['html', 'text'] as const).map(value => ({ value, label: t(`mailPreview.forms.${value}`) }))}
            value={look.form}
            onChange={value => setLook({ ...look, form: value === 'text' ? 'text' : 'html' })}
          />
        </Group>
        <ErrorNotice failure={mail ? undefined : preview.error} retry={preview.refetch} />
        {preview.isPending && !preview.error && <Skeleton height={480} />}
        {mail === null && none && <Text size="sm">{none}</Text>}
        {mail && <Mail mail={mail} {...look} />}
        {children}
      </Stack>
    </section>
  )
}

function Mail({ mail, form, language }: PreviewLook & { mail: PreviewedMail }) {
  const { t } = useTranslation('invite')
  return (
    <div className="invitation-mail">
      <dl>
        <dt>{t('mailPreview.from')}</dt>
        <dd>{mail.sender}</dd>
        <dt>{t('mailPreview.subject')}</dt>
        <dd lang={language}>{mail.subject}</dd>
      </dl>
      {form === 'html' ? (
        // without scripts and without our origin; its links lead nowhere
        <iframe title={mail.subject} sandbox="" srcDoc={mail.html} />
      ) : (
        <pre lang={language}>{mail.text}</pre>
      )}
    </div>
  )
}

type Shown = Awaited<ReturnType<typeof client.getInvitationPreview>>

function SlideChoice({ uuid, mail }: { uuid: string; mail: Shown }) {
  const { t } = useTranslation('invite')
  const refresh = useRefresh(inviteCalls)
  const changing = useMutation({
    mutationFn: (show: boolean) => client.updateInvitationSlide({ uuid, show }),
    onSuccess: async (_, show) => {
      await refresh()
      doneNotice(t(show ? 'mailPreview.slideOn' : 'mailPreview.slideOff'))
    },
  })
  if (!mail.has_slide && !mail.slide)
    return (
      <Alert variant="light" color="gray">
        {t('mailPreview.slideNone')}
      </Alert>
    )
  return (
    <>
      <Checkbox
        label={t('mailPreview.slide')}
        description={t('mailPreview.slideHint')}
        checked={changing.isPending ? changing.variables : mail.slide}
        disabled={changing.isPending}
        onChange={event => changing.mutate(event.currentTarget.checked)}
      />
      <ErrorNotice failure={changing.error} />
    </>
  )
}
