import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { type CaptionChoice, chooseCaptions, useCaptionChoice } from './captionChoice.ts'
import { type CaptionChange, type CaptionSettings, changeCaptionSettings } from './captionSettings.ts'
import type { Speaking } from './useSpeaking.ts'

/** The state of a reader who may speak. */
export type SpeakingNow = Speaking & { goesOn: boolean; microphone: boolean }

/** Whether the reader's speech is captioned, recognized by their own browser. */
export function SpeakingChoice({ listening, failure, goesOn, microphone }: SpeakingNow) {
  const { t } = useTranslation('caption')
  const choice = useCaptionChoice()
  const missing = listening.state === 'missing'
  const state = !goesOn ? 'later' : !microphone ? 'muted' : listening.state
  return (
    <section aria-labelledby="caption-speaking">
      <h3 id="caption-speaking">{t('speak.title')}</h3>
      {missing ? (
        <p>{t('speak.missing')}</p>
      ) : (
        <>
          <label className="caption-switch">
            <input
              type="checkbox"
              checked={choice.speaks}
              onChange={event => chooseCaptions({ speaks: event.target.checked })}
            />
            {t('speak.on')}
          </label>
          <p>{t('speak.who')}</p>
          <Field label={t('speak.language')}>
            {given => (
              <select
                {...given}
                value={choice.spoken}
                onChange={event => chooseCaptions({ spoken: event.target.value as CaptionChoice['spoken'] })}
              >
                <LanguageOptions />
              </select>
            )}
          </Field>
          {choice.speaks && !listening.problem && state !== 'missing' && <p role="status">{t(`state.${state}`)}</p>}
          {choice.speaks && listening.problem && (
            <p className="bad" role="alert">
              {t(`problem.${listening.problem}`)}
            </p>
          )}
          <Notice failure={failure} />
        </>
      )}
    </section>
  )
}

/** Whether the reader's speech is captioned in this pitch, recognized by the server. */
export function RecognisedChoice({ pitch, settings }: { pitch: string; settings: CaptionSettings }) {
  const { t } = useTranslation('caption')
  const { shown, change, failure } = useChange(pitch, settings)
  return (
    <section aria-labelledby="caption-speaking">
      <h3 id="caption-speaking">{t('speak.title')}</h3>
      <label className="caption-switch">
        <input
          type="checkbox"
          checked={shown.recognised}
          onChange={event => change({ recognised: event.target.checked })}
        />
        {t('speak.on')}
      </label>
      <p>{t('speak.server', { provider: settings.provider })}</p>
      <Field label={t('speak.language')}>
        {given => (
          <select
            {...given}
            value={shown.spoken}
            onChange={event => change({ spoken: event.target.value as CaptionSettings['spoken'] })}
          >
            <LanguageOptions />
          </select>
        )}
      </Field>
      <Notice failure={failure} />
    </section>
  )
}

/** For the pitch's managers: whether it keeps captions of all speech, even without readers. */
export function KeepingChoice({ pitch, settings }: { pitch: string; settings: CaptionSettings }) {
  const { t } = useTranslation('caption')
  const { shown, change, failure } = useChange(pitch, settings)
  return (
    <section>
      <label className="caption-switch">
        <input
          type="checkbox"
          checked={shown.keeps}
          aria-describedby="caption-keeping"
          onChange={event => change({ keeps: event.target.checked })}
        />
        {t('keep.on')}
      </label>
      <p id="caption-keeping">{t('keep.what')}</p>
      <Notice failure={failure} />
    </section>
  )
}

/** The settings with the reader's change at once, and without it after a refusal. */
function useChange(pitch: string, settings: CaptionSettings) {
  const [wanted, setWanted] = useState<CaptionChange>({})
  const [failure, setFailure] = useState<unknown>()
  const change = (more: CaptionChange) => {
    setFailure(undefined)
    setWanted(more)
    changeCaptionSettings(pitch, more)
      .catch(setFailure)
      .finally(() => setWanted(now => (now === more ? {} : now)))
  }
  return { shown: { ...settings, ...wanted }, change, failure }
}

/** The languages of captions, as options of a select. */
export function LanguageOptions() {
  const { t } = useTranslation('caption')
  return captionLanguages.map(language => (
    <option key={language} value={language}>
      {t(`language.${language}`)}
    </option>
  ))
}
