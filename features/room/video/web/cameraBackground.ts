import type { LocalTrack } from 'livekit-client'
import type { Background } from './background/background.ts'
import type { BackgroundChoice } from './stageChoice.ts'
import type { VideoDesk } from './videoNow.ts'

interface Parts {
  readonly choice: () => BackgroundChoice
  /** Called when this machine is too slow for the background. */
  readonly slow: () => void
}

/** [ROOM-007] The background in the picture that a person sends. Its code loads with the first background. */
export class CameraBackground {
  readonly #desk: VideoDesk
  readonly #parts: Parts
  #made: Background | undefined
  /** The background that the camera shows. */
  #shown: BackgroundChoice = 'none'

  constructor(desk: VideoDesk, parts: Parts) {
    this.#desk = desk
    this.#parts = parts
  }

  /** Makes the chosen background, for a camera to be opened with it. */
  async make(): Promise<Background | undefined> {
    const choice = this.#parts.choice()
    this.#shown = choice
    if (choice === 'none') return
    this.#desk.set({ background: 'preparing' })
    const { Background } = await import('./background/background.ts')
    this.#made = new Background(choice, {
      ready: engine => this.#desk.set({ background: engine }),
      slow: this.#parts.slow,
    })
    return this.#made
  }

  /** Whether the camera shows the chosen background, after a change if possible; otherwise it has to be opened again. */
  async fits(track: LocalTrack): Promise<boolean> {
    const choice = this.#parts.choice()
    if (choice === this.#shown) return true
    const made = track.getProcessor() && this.#made
    if (!made || choice === 'none') return false
    this.#shown = choice
    await made.switchTo(choice)
    return true
  }

  /** Shows a new own picture, if the own picture is the background now. */
  async changePicture(): Promise<void> {
    if (this.#parts.choice() === 'own') await this.#made?.switchTo('own')
  }

  /** Forgets the background of a camera that has ended. */
  forget(): void {
    this.#made = undefined
  }
}
