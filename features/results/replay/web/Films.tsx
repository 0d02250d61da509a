import { Button, Group, Progress } from '@mantine/core'
import { IconDownload, IconMovie } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAmounts } from '#features/room/deck/web/amounts.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { type Act, useActs } from '#web/ui/record/useActs.tsx'
import { replayCalls } from '../contract.ts'
import type { Film } from '../filmContract.ts'

/** Milliseconds after which a film that is being made is asked for again. */
const AGAIN = 3000

interface Props {
  uuid: string
  id: string
  as: Pick<RoomClient, 'getSgStreamingMp4Info'>
}

const isMaking = ({ state }: Film) => state === 'waiting' || state === 'running'

/** The films of a recording: to download, and for those who manage the pitch to make. */
export function Films({ uuid, id, as }: Props) {
  const { t } = useTranslation('replay')
  const { data, error, refetch } = useQuery({
    queryKey: ['getSgStreamingMp4Info', uuid, id],
    queryFn: () => as.getSgStreamingMp4Info({ pitch_uuid: uuid, id }),
    refetchInterval: ({ state: { data: got } }) => (got?.films.some(isMaking) ? AGAIN : false),
  })
  if (error) return <ErrorNotice failure={error} retry={refetch} />
  if (!data || (data.films.length === 0 && !data.may_make)) return null
  // the team has two films, which are told apart by their names
  const isTeam = data.films.some(({ audience }) => audience === 'team')
  return (
    <section className="replay-files">
      <h2>{t('film.title')}</h2>
      {isTeam && <p>{t(data.may_make ? 'film.hint' : 'film.off')}</p>}
      {data.films.map(film => (
        <FilmRow
          key={film.audience}
          {...{ uuid, id, film, isTeam }}
          mayMake={data.may_make}
          waits={data.waits_for_pitch}
        />
      ))}
    </section>
  )
}

interface RowProps {
  uuid: string
  id: string
  film: Film
  isTeam: boolean
  mayMake: boolean
  waits: boolean
}

function FilmRow({ uuid, id, film, isTeam, mayMake, waits }: RowProps) {
  const { t } = useTranslation(['replay', 'common'])
  const { begin, running, dialog } = useActs(replayCalls)
  const { audience, state } = film
  const name = t(`film.of.${audience}`)
  const of = { uuid, id, audience }
  const button = (act: Act) => (
    <Button
      variant="default"
      aria-label={t('common:pair', { label: act.label, value: name })}
      loading={running?.label === act.label}
      leftSection={<IconMovie size={16} aria-hidden />}
      onClick={() => begin(act)}
    >
      {act.label}
    </Button>
  )
  const make = (label: string) => button({ label, run: () => client.makeRecordingMp4(of), done: t('film.begun') })
  const remove = () => client.removeRecordingMp4(of)
  return (
    <div className="replay-film">
      {isTeam && <h3>{name}</h3>}
      {isMaking(film) && <FilmProgress {...{ film, name, waits }} />}
      {state === 'failed' && <p role="alert">{t('film.failed', { reason: film.reason })}</p>}
      {state === 'outdated' && <p>{t('film.outdated')}</p>}
      <Group gap="sm">
        {state === 'ready' && <Downloads film={film} name={isTeam ? name : undefined} />}
        {mayMake && state === 'none' && make(t('film.make'))}
        {mayMake && state === 'failed' && make(t('film.again'))}
        {mayMake && state === 'outdated' && make(t('film.remake'))}
        {isMaking(film) && button({ label: t('film.cancel'), run: remove, done: t('film.canceled') })}
        {mayMake &&
          state === 'ready' &&
          button({
            label: t('film.remove'),
            danger: true,
            confirm: { title: t('film.remove'), body: t('film.removeText') },
            run: remove,
            done: t('film.removed'),
          })}
      </Group>
      {dialog}
    </div>
  )
}

function FilmProgress({ film, name, waits }: { film: Film; name: string; waits: boolean }) {
  const { t } = useTranslation('replay')
  const { state, progress, seconds_left } = film
  const isRunning = state === 'running'
  const left = isRunning && seconds_left !== null ? t('film.left', { count: Math.ceil(seconds_left / 60) }) : ''
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section value={progress * 100} aria-label={t('film.progressOf', { name })} />
      </Progress.Root>
      <p>
        {isRunning ? t('film.done', { share: progress }) : t(waits ? 'film.waitsForPitch' : 'film.waits')} {left}
      </p>
    </>
  )
}

function Downloads({ film, name }: { film: Film; name: string | undefined }) {
  const { t } = useTranslation(['replay', 'common'])
  const amounts = useAmounts()
  const files = [
    ['mp4', film.mp4_url, film.bytes],
    ['sound', film.sound_url, film.sound_bytes],
  ] as const
  return files.map(([kind, url, bytes]) => (
    <Button
      key={kind}
      component="a"
      href={url}
      download
      variant="default"
      aria-label={name && t('common:pair', { label: t(`film.${kind}`, { size: amounts.size(bytes) }), value: name })}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t(`film.${kind}`, { size: amounts.size(bytes) })}
    </Button>
  ))
}
