import type { LocalTrack } from 'livekit-client'
import { soundOptions } from './capture.ts'
import type { StageChoice } from './stageChoice.ts'

/** The microphone to open, and the browser's processing of its sound. */
export const soundOf = ({ noise = 'browser', microphoneId }: StageChoice) => ({
  ...soundOptions(noise),
  ...(microphoneId ? { deviceId: microphoneId } : {}),
})

/** Adds the stronger filter if it was chosen; if it fails, uses the browser's own. */
export async function filterNoise(track: LocalTrack | undefined, choice: StageChoice): Promise<void> {
  if (choice.noise !== 'strong' || track?.kind !== 'audio' || track.getProcessor()) return
  try {
    const { NoiseFilter } = await import('./noise.ts')
    await track.setProcessor(new NoiseFilter() as never)
  } catch {
    await track.restartTrack(soundOf({ ...choice, noise: 'browser' }))
  }
}

/** Applies another noise choice to a microphone that is on. */
export async function changeNoise(track: LocalTrack | undefined, choice: StageChoice): Promise<void> {
  if (track?.kind !== 'audio') return
  if (track.getProcessor()) await track.stopProcessor()
  await track.restartTrack(soundOf(choice))
  await filterNoise(track, choice)
}
