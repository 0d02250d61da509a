/** What somebody on stage wants to send, and with which devices; this browser remembers it. */
export interface StageChoice {
  readonly camera: boolean
  readonly microphone: boolean
  readonly cameraId?: string | undefined
  readonly microphoneId?: string | undefined
  readonly speakerId?: string | undefined
}

const storedUnder = 'rostrum.stage'
const everything: StageChoice = { camera: true, microphone: true }

export function storedChoice(): StageChoice {
  try {
    return { ...everything, ...(JSON.parse(localStorage.getItem(storedUnder) ?? '{}') as Partial<StageChoice>) }
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
