/** Noise suppression: none, the browser's, or our stronger filter. */
export const noiseChoices = ['off', 'browser', 'strong'] as const
export type NoiseChoice = (typeof noiseChoices)[number]

/** The background of a person's picture: their room, their room blurred, a picture of ours, or their own picture. */
export const backgroundChoices = ['none', 'blur', 'office', 'shelf', 'dusk', 'own'] as const
export type BackgroundChoice = (typeof backgroundChoices)[number]

/** What a person on stage wants to send, and with which devices; stored in this browser. */
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

/** The stored choice, without values that this version does not know. */
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

/** Stores a change and answers the whole choice. */
export function storeChoice(change: Partial<StageChoice>): StageChoice {
  const choice = { ...storedChoice(), ...change }
  try {
    localStorage.setItem(storedUnder, JSON.stringify(choice))
  } catch {
    // without storage the choice lasts as long as the page
  }
  return choice
}
