import { Tabs } from '@mantine/core'
import type { PitchPart, PitchState } from '#features/core/pitch/rules.ts'
import { AttendanceTable } from '#features/results/attendance/web/AttendanceTable.tsx'
import { AttentionTab } from '#features/results/attention/web/AttentionTab.tsx'
import { CommitmentTable } from '#features/results/commitment/web/CommitmentTable.tsx'
import { FeedbackResults } from '#features/results/feedback/web/FeedbackResults.tsx'
import { RecordingTab } from '#features/results/replay/web/RecordingTab.tsx'
import { ChatTable } from '#features/results/report/web/ChatTable.tsx'
import { ExportButton } from '#features/results/report/web/ExportButton.tsx'
import { QuestionTable } from '#features/results/report/web/QuestionTable.tsx'
import { PollResults } from '#features/talk/poll/web/PollResults.tsx'

interface Props {
  pitch: {
    readonly uuid: string
    readonly series_id: string
    readonly state: PitchState
    readonly part: PitchPart
    readonly real_end_time: string | null
  }
}

/** The results of a pitch, in one tab for each table of the report. */
export function ResultPanels({ pitch }: Props) {
  const { uuid } = pitch
  return (
    <>
      <Tabs.Panel value="attendance">
        <AttendanceTable
          uuid={uuid}
          isOver={pitch.real_end_time !== null}
          exportAct={<ExportButton uuid={uuid} kind="attendance" />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="attention">
        <AttentionTab uuid={uuid} isOver={pitch.real_end_time !== null} />
      </Tabs.Panel>
      <Tabs.Panel value="feedback">
        <FeedbackResults pitch={pitch} exportAct={<ExportButton uuid={uuid} kind="feedback" />} />
      </Tabs.Panel>
      <Tabs.Panel value="questions">
        <QuestionTable uuid={uuid} />
      </Tabs.Panel>
      <Tabs.Panel value="chat">
        <ChatTable uuid={uuid} />
      </Tabs.Panel>
      <Tabs.Panel value="polls">
        <PollResults uuid={uuid} exportAct={<ExportButton uuid={uuid} kind="polls" />} />
      </Tabs.Panel>
      <Tabs.Panel value="commitments">
        <CommitmentTable
          uuid={uuid}
          hasSeries={pitch.series_id !== ''}
          exportAct={<ExportButton uuid={uuid} kind="commitments" />}
        />
      </Tabs.Panel>
      <Tabs.Panel value="recording">
        <RecordingTab uuid={uuid} />
      </Tabs.Panel>
    </>
  )
}
