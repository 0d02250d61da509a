import { useTranslation } from 'react-i18next'
import { captionLanguages } from '#features/caption/rules.ts'
import { Dialog } from '#features/room/web/pieces/Dialog.tsx'
import { Field } from '#features/room/web/pieces/Field.tsx'
import { Notice } from '#features/room/web/pieces/Notice.tsx'
import {
  type CaptionChoice,
  captionLooks,
  captionPlaces,
  captionSizes,
  chooseCaptions,
  useCaptionChoice,
} from './captionChoice.ts'
import { useTranslationState } from './translations.ts'
import type { Speaking } from './useSpeaking.ts'

interface Props {
  /** Of whoever may speak. */
  speaking: (Speaking & { goesOn: boolean; microphone: boolean }) | undefined
  onClose: () => void
}

/** How one reads captions, and whether what one says becomes captions. */
export function CaptionDialog({ speaking, onClose }: Props) {
  const { t } = useTranslation('caption')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className="caption-choices">
        <Reading />
        {speaking && <SpeakingChoice {...speaking} />}
      </div>
    </Dialog>
  )
}

function Reading() {
  const translation = useTranslationState()
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

function SpeakingChoice({ listening, failure, goesOn, microphone }: NonNullable<Props['speaking']>) {
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

function LanguageOptions() {
  const { t } = useTranslation('caption')
  return captionLanguages.map(language => (
    <option key={language} value={language}>
      {t(`language.${language}`)}
    </option>
  ))
}
