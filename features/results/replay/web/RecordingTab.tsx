import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { client } from '#web/client/client.ts'
import { AttachedVideo } from './AttachedVideo.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { Replay } from './Replay.tsx'
import { ViewerTable } from './ViewerTable.tsx'

/** The recording of a pitch beside its other results: the last one, or the one that the address names. */
export function RecordingTab({ uuid }: { uuid: string }) {
  const { t } = useTranslation('replay')
  const [search] = useSearchParams()
  const id = search.get('recording') ?? undefined
  return (
    <>
      <Replay
        uuid={uuid}
        id={id}
        as={client}
        head={replay =>
          replay.decision && (
            <DecisionBar
              {...{ uuid, id: replay.id, state: replay.state, decision: replay.decision }}
              isAttached={replay.is_attached}
            />
          )
        }
        foot={replay => <ViewerTable uuid={uuid} id={replay.id} />}
      />
      <AttachedVideo uuid={uuid} />
      <p>
        <Anchor component={Link} to="/pitches/recordings" underline="always">
          {t('all')}
        </Anchor>
      </p>
    </>
  )
}
