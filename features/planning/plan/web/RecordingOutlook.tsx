import { Alert, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { instantOfMoment } from '#features/core/pitch/web/moment.ts'
import { useCapacityWords } from '#features/room/recording/web/capacity.ts'
import { callQuery } from '#web/ui/record/callQuery.ts'
import type { PitchForm } from './pitchForm.ts'

/** What the recording of a pitch takes at its time, what is free, and whether the server can make it. */
export function RecordingOutlook({ form, pitch }: { form: PitchForm; pitch: string | undefined }) {
  const words = useCapacityWords()
  const [start, end] = [instantOfMoment(form.start)?.toISOString(), instantOfMoment(form.end)?.toISOString()]
  const asked = { ...(pitch && { pitch_uuid: pitch }), ...(start && { start }), ...(end && { end }) }
  const { data } = useQuery({ ...callQuery('getRecordingCapacity', asked), placeholderData: keepPreviousData })
  if (!data) return null
  // the presenter and the co-hosts are on camera
  const { warnings, facts } = words(data, 1 + form.co_host.length)
  return (
    <>
      {warnings.map(text => (
        <Alert key={text} color="yellow" role="status">
          {text}
        </Alert>
      ))}
      {facts.map(text => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </>
  )
}
