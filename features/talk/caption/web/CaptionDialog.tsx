import { useTranslation } from 'react-i18next'
import { Dialog } from '#web/light/Dialog.tsx'
import { Field } from '#web/light/Field.tsx'
import {
  type CaptionChoice,
  captionLooks,
  captionPlaces,
  captionSizes,
  chooseCaptions,
  useCaptionChoice,
} from './captionChoice.ts'
import { useCaptionSettings, useSpeech } from './captionSettings.ts'
import {
  KeepingChoice,
  LanguageOptions,
  RecognisedChoice,
  SpeakingChoice,
  type SpeakingNow,
} from './SpeakingChoice.tsx'
import { useTranslationState } from './translations.ts'

interface Props {
  pitch: string
  /** The reader manages the pitch. */
  manages: boolean
  /** Undefined for a reader who may not speak. */
  speaking: SpeakingNow | undefined
  onClose: () => void
}

/** The reader's caption settings: how they read captions, and whether their own speech is captioned. */
export function CaptionDialog({ pitch, manages, speaking, onClose }: Props) {
  const { t } = useTranslation('caption')
  const settings = useCaptionSettings(pitch, false)
  const byServer = settings && settings.speech !== 'browser' ? settings : undefined
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className="caption-choices">
        <Reading />
        {speaking && settings?.deaf && <p role="status">{t('speech.deaf')}</p>}
        {speaking && !byServer && <SpeakingChoice {...speaking} />}
        {speaking && byServer && <RecognisedChoice pitch={pitch} settings={byServer} />}
        {manages && byServer && <KeepingChoice pitch={pitch} settings={byServer} />}
      </div>
    </Dialog>
  )
}

function Reading() {
  const translation = useTranslationState()
  const speech = useSpeech()
  const { t } = useTranslation('caption')
  const choice = useCaptionChoice()
  const pick = <K extends 'size' | 'place' | 'look'>(key: K, all: readonly CaptionChoice[K][]) => (
    <Field label={t(`${key}.title`)}>
      {given => (
        <select
          {...given}
          value={choice[key]}
          disabled={!choice.on}
          onChange={event => chooseCaptions({ [key]: event.target.value })}
        >
          {all.map(one => (
            <option key={one} value={one}>
              {t(`${key}.${one}` as 'size.small')}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <section>
      <label className="caption-switch">
        <input type="checkbox" checked={choice.on} onChange={event => chooseCaptions({ on: event.target.checked })} />
        {t('show')}
      </label>
      {speech === 'down' && <p role="status">{t('speech.down')}</p>}
      <Field label={t('read.title')}>
        {given => (
          <select
            {...given}
            value={choice.reads ?? ''}
            disabled={!choice.on}
            onChange={event =>
              chooseCaptions({ reads: (event.target.value || undefined) as CaptionChoice['reads'] | undefined })
            }
          >
            <option value="">{t('read.original')}</option>
            <LanguageOptions />
          </select>
        )}
      </Field>
      {choice.on && choice.reads && translation !== 'on' && <p role="status">{t(`read.${translation}`)}</p>}
      <label className="caption-switch">
        <input
          type="checkbox"
          checked={choice.both}
          disabled={!choice.on || !choice.reads}
          onChange={event => chooseCaptions({ both: event.target.checked })}
        />
        {t('read.both')}
      </label>
      <div className="caption-row">
        {pick('size', captionSizes)}
        {pick('place', captionPlaces)}
        {pick('look', captionLooks)}
      </div>
    </section>
  )
}
