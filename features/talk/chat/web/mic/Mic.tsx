import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type SpeechLanguage, speechLanguages } from './dictation.ts'
import type { Dictating } from './useDictation.ts'
import './mic.css'

interface Props {
  mic: Dictating
  disabled: boolean
  /** The id of the text that says why it is disabled. */
  describedBy: string | undefined
}

/** [ROOM-009, PERM-053, PERM-054] Starts and stops voice to text. */
export function MicButton({ mic, disabled, describedBy }: Props) {
  const { t } = useTranslation('compose')
  const isOn = mic.state === 'listening' || mic.state === 'asking'
  const name = t(isOn ? 'mic.stop' : 'mic.start')
  return (
    <button
      type="button"
      className={`piece-icon-button chat-mic ${mic.state}`}
      title={name}
      aria-label={name}
      aria-pressed={isOn}
      aria-describedby={describedBy}
      disabled={disabled || mic.state === 'writing'}
      onClick={mic.toggle}
    >
      {isOn ? <IconPlayerStopFilled size={18} aria-hidden /> : <IconMicrophone size={20} aria-hidden />}
    </button>
  )
}

/** [STATE-115, STATE-116, ERR-056 to ERR-059] The state of the microphone, the language, and any problem. */
export function MicState({ mic }: { mic: Dictating }) {
  const { t } = useTranslation('compose')
  const { state, problem } = mic
  const isOn = state === 'listening' || state === 'asking'
  return (
    <>
      <div className={isOn || state === 'writing' ? 'chat-mic-state' : 'chat-mic-state quiet'}>
        {state === 'listening' && (
          <span className="chat-mic-waves" aria-hidden>
            <i />
            <i />
            <i />
            <i />
          </span>
        )}
        <p role="status">
          {isOn || state === 'writing' ? t(`mic.${state}`) : problem === 'noSpeech' ? t('mic.problem.noSpeech') : ''}
        </p>
        {isOn && (
          <select
            className="chat-mic-language"
            aria-label={t('mic.language')}
            value={mic.language}
            onChange={event => mic.speak(event.target.value as SpeechLanguage)}
          >
            {speechLanguages.map(language => (
              <option key={language} value={language}>
                {t(`mic.languages.${language}`)}
              </option>
            ))}
          </select>
        )}
      </div>
      {isOn && <p className="chat-mic-who">{t(`mic.who.${mic.by}`)}</p>}
      {state === 'stopped' && problem && problem !== 'noSpeech' && (
        <p className="chat-mic-problem" role="alert">
          {t(`mic.problem.${problem}`)}
        </p>
      )}
    </>
  )
}
