import { Button, Group, Progress, Skeleton } from '@mantine/core'
import { IconPlayerPlay, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { resultsAddress } from '#features/core/pitch/web/addresses.ts'
import { useAmounts } from '#features/room/deck/web/amounts.ts'
import { DeckDropzone } from '#features/room/deck/web/DeckDropzone.tsx'
import { UploadRow } from '#features/room/deck/web/UploadRow.tsx'
import { useUploads } from '#features/room/deck/web/useUploads.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { type IconAct, useActs } from '#web/ui/record/useActs.tsx'
import { useWording } from '#web/ui/wording.ts'
import { replayCalls } from '../contract.ts'
import { clockText, KEPT_DAYS, refusalOfVideo, VIDEO_ENDING } from '../rules.ts'
import type { PitchVideo } from '../videoContract.ts'
import { VideoSlides } from './VideoSlides.tsx'
import '#features/room/deck/web/deck.css'

/** Milliseconds after which a video that is prepared is asked for again. */
const AGAIN = 3000

const isMade = (video: PitchVideo | null | undefined) => video?.state === 'waiting' || video?.state === 'running'

/** [STATE-035, STATE-036] The finished video of a pitch, for those who manage it: attached, prepared, removed. */
export function AttachedVideo({ uuid }: { uuid: string }) {
  const { t } = useTranslation('replay')
  const refresh = useRefresh(replayCalls)
  const { data, error, refetch } = useQuery({
    ...callQuery('getPitchVideo', { uuid }),
    refetchInterval: ({ state: { data: got } }) => (isMade(got?.video) ? AGAIN : false),
  })
  const uploads = useUploads(async upload_id => {
    await client.attachPitchVideo({ uuid, upload_id })
    await refresh()
  }, refusalOfVideo)
  useWhenMade(isMade(data?.video), async () => {
    if (data?.video?.state === 'ready') doneNotice(t('video.ready'))
    await refresh()
  })
  if (error && !data) return <ErrorNotice failure={error} retry={refetch} />
  if (!data) return <Skeleton height={120} />
  const { video, may_attach, waits_for_pitch } = data
  return (
    <section className="replay-files replay-attached" aria-label={t('video.title')}>
      <h2>{t('video.title')}</h2>
      <p>{t(may_attach || video ? 'video.hint' : 'video.off')}</p>
      {video && <AttachedRow {...{ uuid, video }} waits={waits_for_pitch} />}
      {video?.state === 'ready' && <VideoSlides key={video.id} uuid={uuid} video={video} />}
      {!video && may_attach && uploads.tasks.length === 0 && (
        <DeckDropzone
          onFiles={([file]) => file && uploads.add(file)}
          other={{ accept: VIDEO_ENDING, words: t('video.drop', { returnObjects: true }) }}
        />
      )}
      {uploads.tasks.length > 0 && (
        <ul className="deck-rows" aria-label={t('video.uploading')}>
          {uploads.tasks.map(task => (
            <UploadRow key={task.id} task={task} uploads={uploads} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What happens as soon as a video is made, or not any more: the player beside it shows it. */
function useWhenMade(making: boolean, act: () => Promise<void>) {
  const was = useRef(making)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (was.current && !making) void latest.current()
    was.current = making
  }, [making])
}

interface RowProps {
  uuid: string
  video: PitchVideo
  waits: boolean
}

function AttachedRow({ uuid, video, waits }: RowProps) {
  const { t } = useTranslation('replay')
  const amounts = useAmounts()
  const navigate = useNavigate()
  const { id, name, bytes, state, seconds } = video
  const { begin, running, dialog } = useActs(replayCalls)
  const button = (act: IconAct): ReactNode => (
    <Button
      key={act.label}
      variant="default"
      loading={running?.label === act.label}
      leftSection={<act.icon size={16} aria-hidden />}
      onClick={() => begin(act)}
    >
      {act.label}
    </Button>
  )
  const remove = {
    danger: true,
    run: () => client.removePitchVideo({ uuid }),
    undo: () => client.restoreRecording({ id }),
  }
  const place = useRef<HTMLParagraphElement>(null)
  const watch = () => {
    navigate(`${resultsAddress(uuid)}?tab=recording&recording=${id}`)
    // the player is above, and may show this video already
    place.current?.closest('[role="tabpanel"]')?.scrollIntoView?.({ block: 'start' })
  }
  return (
    <>
      <p className="replay-attached-name" ref={place}>
        <b>{name}</b> {[amounts.size(bytes), state === 'ready' && clockText(seconds)].filter(Boolean).join(' · ')}
      </p>
      <Preparation video={video} waits={waits} />
      <Group gap="sm">
        {state === 'ready' && button({ label: t('video.watch'), icon: IconPlayerPlay, go: watch })}
        {state === 'failed' &&
          button({
            ...{ label: t('video.again'), icon: IconRefresh, done: t('video.begun') },
            run: () => client.retryPitchVideo({ uuid }),
          })}
        {isMade(video)
          ? button({ ...remove, label: t('video.cancel'), icon: IconX, done: t('video.canceled') })
          : button({
              ...{ ...remove, label: t('video.remove'), icon: IconTrash, done: t('video.removed') },
              confirm: { title: t('video.remove'), body: t('video.removeText', { days: KEPT_DAYS }) },
            })}
      </Group>
      {dialog}
    </>
  )
}

/** How far a video is prepared, or why that failed. */
function Preparation({ video, waits }: Omit<RowProps, 'uuid'>) {
  const { t } = useTranslation('replay')
  const wording = useWording()
  const { name, state, progress, seconds_left, reason } = video
  if (state === 'failed') {
    const said = reason in errors ? wording(new CallFailed(reason as CallFailed['code'])) : reason
    return <p role="alert">{t('video.failed', { reason: said })}</p>
  }
  if (!isMade(video)) return null
  const isRunning = state === 'running'
  const left = isRunning && seconds_left !== null ? t('film.left', { count: Math.ceil(seconds_left / 60) }) : ''
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section value={progress * 100} aria-label={t('video.progressOf', { name })} />
      </Progress.Root>
      <p>
        {isRunning ? t('video.preparing', { share: progress }) : t(waits ? 'video.waitsForPitch' : 'video.waits')}{' '}
        {left}
      </p>
    </>
  )
}
