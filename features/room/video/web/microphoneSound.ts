import type { LocalTrack } from 'livekit-client'
import { soundOptions } from './capture.ts'
import type { StageChoice } from './stageChoice.ts'

/** From which microphone, and how the browser is to clean its sound. */
export const soundOf = ({ noise = 'browser', microphoneId }: StageChoice) => ({
  ...soundOptions(noise),
  ...(microphoneId ? { deviceId: microphoneId } : {}),
})

/** The stronger filter, where it was chosen. Without it the browser's own goes on: a voice matters more. */
export async function filterNoise(track: LocalTrack | undefined, choice: StageChoice): Promise<void> {
  if (choice.noise !== 'strong' || track?.kind !== 'audio' || track.getProcessor()) return
  try {
    const { NoiseFilter } = await import('./noise.ts')
    await track.setProcessor(new NoiseFilter() as never)
  } catch {
    await track.restartTrack(soundOf({ ...choice, noise: 'browser' }))
  }
}

/** Cleans a microphone that is on in another way. */
export async function changeNoise(track: LocalTrack | undefined, choice: StageChoice): Promise<void> {
  if (track?.kind !== 'audio') return
  if (track.getProcessor()) await track.stopProcessor()
  await track.restartTrack(soundOf(choice))
  await filterNoise(track, choice)
}
