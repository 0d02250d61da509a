/** How noise around a microphone is taken away: not at all, by the browser, or by a stronger filter of ours. */
export const noiseChoices = ['off', 'browser', 'strong'] as const
export type NoiseChoice = (typeof noiseChoices)[number]

/** What others see behind somebody: their room, their room blurred, a picture of ours, or their own picture. */
export const backgroundChoices = ['none', 'blur', 'office', 'shelf', 'dusk', 'own'] as const
export type BackgroundChoice = (typeof backgroundChoices)[number]

/** What somebody on stage wants to send, and with which devices; this browser remembers it. */
export interface StageChoice {
  readonly camera: boolean
  readonly microphone: boolean
  readonly cameraId?: string | undefined
  readonly microphoneId?: string | undefined
  readonly speakerId?: string | undefined
  readonly noise?: NoiseChoice | undefined
  readonly background?: BackgroundChoice | undefined
}

const storedUnder = 'rostrum.stage'
const everything: StageChoice = { camera: true, microphone: true }

/** What was chosen here before; what a newer or older version stored and this one does not know is left out. */
export function storedChoice(): StageChoice {
  try {
    const { noise, background, ...kept } = JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as StageChoice
    return {
      ...everything,
      ...kept,
      ...(noiseChoices.some(one => one === noise) ? { noise } : {}),
      ...(backgroundChoices.some(one => one === background) ? { background } : {}),
    }
  } catch {
    return everything
  }
}

/** Keeps a change of the choice and answers the whole of it. */
export function storeChoice(change: Partial<StageChoice>): StageChoice {
  const choice = { ...storedChoice(), ...change }
  try {
    localStorage.setItem(storedUnder, JSON.stringify(choice))
  } catch {
    // without storage the choice lasts as long as the page
  }
  return choice
}
