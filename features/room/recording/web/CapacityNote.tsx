import { roomClient } from '#features/room/room/web/roomClient.ts'
import { useLoad } from '#web/light/useLoad.ts'
import { useCapacityWords } from './capacity.ts'
import './recording.css'

interface Props {
  pitch: string
  /** How many people are on camera. */
  people: number
}

/** Tells presenters before a recording what it takes, what is free, and why nothing may be recorded. */
export function CapacityNote({ pitch, people }: Props) {
  const words = useCapacityWords()
  const { value } = useLoad(pitch, () => roomClient(pitch).getRecordingCapacity({ pitch_uuid: pitch }))
  if (!value) return null
  const { warnings, facts } = words(value, people)
  return (
    <div className="recording-capacity">
      {warnings.map(text => (
        <p key={text} role="status" className="recording-warning">
          {text}
        </p>
      ))}
      {facts.map(text => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
