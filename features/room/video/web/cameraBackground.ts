import type { LocalTrack } from 'livekit-client'
import type { Background } from './background/background.ts'
import type { BackgroundChoice } from './stageChoice.ts'
import type { VideoDesk } from './videoNow.ts'

interface Parts {
  readonly choice: () => BackgroundChoice
  /** This machine cannot keep up with it. */
  readonly slow: () => void
}

/** [ROOM-007] What stands behind somebody in the picture that they send. Its code comes with the first one. */
export class CameraBackground {
  readonly #desk: VideoDesk
  readonly #parts: Parts
  #made: Background | undefined
  /** What the camera was opened with. */
  #behind: BackgroundChoice = 'none'

  constructor(desk: VideoDesk, parts: Parts) {
    this.#desk = desk
    this.#parts = parts
  }

  /** The chosen one, for a camera that is opened with it. */
  async make(): Promise<Background | undefined> {
    const choice = this.#parts.choice()
    this.#behind = choice
    if (choice === 'none') return
    this.#desk.set({ background: 'preparing' })
    const { Background } = await import('./background/background.ts')
    this.#made = new Background(choice, {
      ready: engine => this.#desk.set({ background: engine }),
      slow: this.#parts.slow,
    })
    return this.#made
  }

  /** Whether a camera shows the chosen one, or can be brought to. One that cannot has to start anew. */
  async fits(track: LocalTrack): Promise<boolean> {
    const choice = this.#parts.choice()
    if (choice === this.#behind) return true
    const made = track.getProcessor() && this.#made
    if (!made || choice === 'none') return false
    this.#behind = choice
    await made.switchTo(choice)
    return true
  }

  /** The person's own picture is another one: it is shown where it stands behind somebody now. */
  async changePicture(): Promise<void> {
    if (this.#parts.choice() === 'own') await this.#made?.switchTo('own')
  }

  /** The camera that it belonged to has ended. */
  forget(): void {
    this.#made = undefined
  }
}
