import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { Watermark } from '#web/light/Watermark.tsx'
import type { replayCalls } from '../contract.ts'
import { emptySpans } from '../spans.ts'
import { ReplayClock } from './clock.ts'
import type { Moments } from './MomentBar.tsx'
import { useShowsPlaying } from './playing.ts'
import { StretchMedia } from './StretchMedia.tsx'
import { type Note, useNoteWatching } from './useNoteWatching.ts'
import { useReplayKeys } from './useReplayKeys.ts'
import { useStretches } from './useStretches.ts'
import './replay.css'

export type ReplayData = Answer<(typeof replayCalls)['getReplay']>
/** As whom a replay is watched: the person who has signed in, or the one of a join link. */
export type Watching = Pick<RoomClient, 'getReplay' | 'noteWatching' | 'exportReplayTalk' | 'getSgStreamingMp4Info'>
/** What the controls stand in; pages without the console's look bring it with them. */
export type Frame = ComponentType<{ children: ReactNode }>

/** The last one that began at or before a moment. */
const lastAt = <T extends { readonly at: number }>(items: readonly T[], at: number): T | undefined =>
  items.findLast(item => item.at <= at)

/** Milliseconds after which the controls are fetched although there is no picture yet. */
const PATIENCE = 3000

const PlayerTools = lazyPart(async () => (await import('./PlayerTools.tsx')).PlayerTools, {
  waits: <div className="replay-tools-place" />,
})

interface Props {
  uuid: string
  replay: ReplayData
  as: Watching
  note: Note
  moments: Moments
  frame: Frame
}

/** The replay of a pitch: its slide, its people, its chat and captions, all on one clock. The picture comes first. */
export function Player({ uuid, replay, as, note, moments, frame: Frame }: Props) {
  const { t } = useTranslation('replay')
  const { stretches, pages, captions, decision } = replay
  const clock = useReplayClock(replay, moments.start)
  const now = useSyncExternalStore(clock.subscribe, clock.get)
  const { loaded, tell, fail } = useStretches(clock, stretches)
  useNoteWatching(clock, note)
  useShowsPlaying(replay.id, clock)
  const labelOf = useLabels(replay)
  const [volume, setVolume] = useState(1)
  const [hearsMuted, setHearsMuted] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const frame = useReplayKeys(clock, pages)
  const page = lastAt(pages, now.at)
  const isNow = ({ from, to }: { from: number; to: number }) => now.at >= from && now.at < to
  const { hasPicture, onPicture } = usePicture(loaded.some(one => isPicture(one) && isNow(one)))
  const screen = loaded.find(one => one.source === 'screen_share' && isNow(one))
  const caption = captions.findLast(isNow)
  const isMuted = !hearsMuted && decision?.mutes.some(isNow)
  const onFailure = useCallback(
    (src: string) => {
      fail(src)
      setFailed(true)
      onPicture()
    },
    [fail, onPicture],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the player
    <section className="replay" ref={frame} tabIndex={0} aria-label={replay.presentation_name}>
      <div className="replay-stage">
        <div className="replay-slide">
          {page?.url && !screen && <img src={page.url} alt={t('slide', { page: page.page })} />}
          {page && !page.url && !screen && pages.length > 0 && <p className="replay-empty">{t('noSlide')}</p>}
          {caption && <Caption {...caption} />}
        </div>
        <div className="replay-people">
          {loaded.map(one => (
            <StretchMedia
              key={one.src}
              stretch={one}
              shown={isNow(one)}
              volume={isMuted ? 0 : volume}
              isNamed={!replay.is_attached}
              label={labelOf(one)}
              tell={tell}
              onPicture={onPicture}
              onFailure={onFailure}
            />
          ))}
        </div>
        {replay.watermark && <Watermark text={replay.watermark} />}
      </div>
      {hasFailed && <p role="alert">{t('failed')}</p>}
      {hasPicture ? (
        <Frame>
          <PlayerTools
            {...{ uuid, replay, as, clock, now, moments, frame, volume, hearsMuted }}
            onVolume={setVolume}
            onHearMuted={setHearsMuted}
          />
        </Frame>
      ) : (
        <div className="replay-tools-place" />
      )}
    </section>
  )
}

const isPicture = ({ source }: Pick<ReplayData['stretches'][number], 'source'>) =>
  source === 'camera' || source === 'screen_share'

/** Whether the first picture is shown, or is not worth waiting for any longer: then the controls follow. */
function usePicture(isExpected: boolean) {
  const [hasPicture, setHasPicture] = useState(!isExpected)
  const onPicture = useCallback(() => setHasPicture(true), [])
  useEffect(() => {
    if (hasPicture) PlayerTools.fetch()
  }, [hasPicture])
  useEffect(() => {
    const timer = setTimeout(onPicture, PATIENCE)
    return () => clearTimeout(timer)
  }, [onPicture])
  return { hasPicture, onPicture }
}

function useReplayClock({ seconds, off, gaps }: ReplayData, start: number | undefined): ReplayClock {
  return useMemo(() => {
    const made = new ReplayClock(seconds, emptySpans([...off, ...gaps]))
    if (start !== undefined) made.seek(start)
    return made
  }, [seconds, off, gaps, start])
}

function Caption({ name, text }: Pick<ReplayData['captions'][number], 'name' | 'text'>) {
  const nameOf = useShownName()
  return (
    <p className="replay-caption">
      <b>{nameOf(name)}</b> {text}
    </p>
  )
}

/** What the picture of a stretch is called: the person, whose screen it is, or the pitch whose video it is. */
function useLabels({ is_attached, presentation_name }: ReplayData) {
  const { t } = useTranslation('replay')
  const nameOf = useShownName()
  return ({ source, name }: ReplayData['stretches'][number]) => {
    if (is_attached) return presentation_name
    return source === 'screen_share' ? t('screenOf', { name: nameOf(name) }) : nameOf(name)
  }
}
