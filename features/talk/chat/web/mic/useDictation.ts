import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { browserRecogniser } from '#features/talk/caption/web/recognition.ts'
import { BrowserDictation, type Dictation, type Mic, type SpeechLanguage, speechLanguages } from './dictation.ts'

export interface Dictating extends Mic {
  readonly by: Dictation['by']
  readonly language: SpeechLanguage
  readonly speak: (language: SpeechLanguage) => void
  /** [RULE-103] The button: starts or stops listening. */
  readonly toggle: () => void
  readonly stop: () => void
  /** Stops, and drops words that are not written yet. */
  readonly drop: () => void
}

/** Makes the dictation of this browser; undefined if it has none. */
export type DictationMaker = (onHeard: (text: string) => void) => Dictation | undefined

const byBrowser: DictationMaker = onHeard => {
  const make = browserRecogniser()
  return make && new BrowserDictation(make, onHeard)
}

const storedUnder = 'rostrum.chat.speech'
const never = () => () => {}
const idle: Mic = { state: 'idle', problem: undefined }
const none = () => idle

/**
 * Voice to text for one input; undefined if no dictation is possible. `onStart` is called before anything is heard,
 * `onHeard` with all words since then. A person who may not write is not listened to.
 */
export function useDictation(
  { onStart, onHeard, allowed }: { onStart: () => void; onHeard: (text: string) => void; allowed: boolean },
  otherwise?: DictationMaker,
): Dictating | undefined {
  const latest = useRef({ onStart, onHeard })
  latest.current = { onStart, onHeard }
  const dictation = useMemo(() => {
    const hear = (text: string) => latest.current.onHeard(text)
    return byBrowser(hear) ?? otherwise?.(hear)
  }, [otherwise])
  const [language, setLanguage] = useState(stored)
  const mic = useSyncExternalStore(dictation?.subscribe ?? never, dictation?.get ?? none)
  useEffect(() => {
    if (!allowed) dictation?.drop()
  }, [allowed, dictation])
  useEffect(() => () => dictation?.drop(), [dictation])
  const start = useCallback(
    (spoken: SpeechLanguage) => {
      latest.current.onStart()
      dictation?.start(spoken)
    },
    [dictation],
  )
  if (!dictation) return undefined
  const isOn = mic.state === 'listening' || mic.state === 'asking'
  return {
    ...mic,
    by: dictation.by,
    language,
    speak: spoken => {
      setLanguage(spoken)
      try {
        localStorage.setItem(storedUnder, spoken)
      } catch {
        // without storage the choice lasts as long as the page
      }
      if (isOn) start(spoken)
    },
    toggle: () => {
      if (isOn) dictation.stop()
      else if (allowed && mic.state !== 'writing') start(language)
    },
    stop: dictation.stop.bind(dictation),
    drop: dictation.drop.bind(dictation),
  }
}

function stored(): SpeechLanguage {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(storedUnder)
  } catch {
    // without storage every visit is a first one
  }
  return speechLanguages.find(language => language === kept) ?? speechLanguages[0]
}
