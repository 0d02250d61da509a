import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/call.ts'
import { useShownName } from '#features/room/room/web/useShownName.ts'
import { Watermark } from '#web/light/Watermark.tsx'
import { chaptersOf } from '../chapters.ts'
import type { replayCalls } from '../contract.ts'
import { emptySpans } from '../spans.ts'
import { ChapterStrip } from './ChapterStrip.tsx'
import { CutEditor } from './CutEditor.tsx'
import { ReplayClock } from './clock.ts'
import { HideMessage } from './HideMessage.tsx'
import { MomentBar, type Moments } from './MomentBar.tsx'
import { useShowsPlaying } from './playing.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { ReplaySearch } from './ReplaySearch.tsx'
import { ReplayTalk } from './ReplayTalk.tsx'
import { StretchMedia } from './StretchMedia.tsx'
import { type Note, useNoteWatching } from './useNoteWatching.ts'
import { useReplayKeys } from './useReplayKeys.ts'
import { useStretches } from './useStretches.ts'
import './replay.css'

export type ReplayData = Answer<(typeof replayCalls)['getReplay']>

/** The last one that began at or before a moment. */
export const lastAt = <T extends { readonly at: number }>(items: readonly T[], at: number): T | undefined =>
  items.findLast(item => item.at <= at)

interface Props {
  uuid: string
  replay: ReplayData
  note: Note
  moments: Moments
}

/** The replay of a pitch: its slide, its people, its chat and captions, all on one clock. */
export function Player({ uuid, replay, note, moments }: Props) {
  const { t } = useTranslation('replay')
  const { off, gaps, stretches, pages, captions, messages, decision } = replay
  const clock = useReplayClock(replay, moments.start)
  const now = useSyncExternalStore(clock.subscribe, clock.get)
  const { loaded, tell, fail } = useStretches(clock, stretches)
  useNoteWatching(clock, note)
  useShowsPlaying(replay.id, clock)
  const labelOf = useLabels(replay)
  const [volume, setVolume] = useState(1)
  const [hearsMuted, setHearsMuted] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const chapters = useMemo(() => chaptersOf(replay), [replay])
  const frame = useReplayKeys(clock, pages)
  const page = lastAt(pages, now.at)
  const isNow = ({ from, to }: { from: number; to: number }) => now.at >= from && now.at < to
  const screen = loaded.find(one => one.source === 'screen_share' && isNow(one))
  const caption = captions.findLast(isNow)
  const isMuted = !hearsMuted && decision?.mutes.some(isNow)
  const onFailure = useCallback(
    (src: string) => {
      fail(src)
      setFailed(true)
    },
    [fail],
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
              onFailure={onFailure}
            />
          ))}
        </div>
        {replay.watermark && <Watermark text={replay.watermark} />}
      </div>
      <ReplayControls {...{ clock, now, off, gaps, volume, decision }} onVolume={setVolume} frame={frame} />
      <MomentBar {...{ clock, moments }} at={now.at} />
      {hasFailed && <p role="alert">{t('failed')}</p>}
      {decision?.may_cut && (
        <CutEditor {...{ uuid, decision, clock, hearsMuted }} id={replay.id} at={now.at} onHearMuted={setHearsMuted} />
      )}
      <ReplaySearch replay={replay} onChoose={at => clock.seek(at)} />
      {chapters.length > 1 && <ChapterStrip chapters={chapters} at={now.at} onChoose={at => clock.seek(at)} />}
      <ReplayTalk
        {...{ messages, gaps }}
        at={now.at}
        onChoose={at => clock.seek(at)}
        actOn={message => decision?.may_cut && <HideMessage {...{ uuid, message }} id={replay.id} />}
      />
    </section>
  )
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
