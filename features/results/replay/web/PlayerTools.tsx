import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chaptersOf } from '../chapters.ts'
import { ChapterStrip } from './ChapterStrip.tsx'
import { CutEditor } from './CutEditor.tsx'
import type { ClockNow, ReplayClock } from './clock.ts'
import { Films } from './Films.tsx'
import { HideMessage } from './HideMessage.tsx'
import { MomentBar, type Moments } from './MomentBar.tsx'
import type { ReplayData, Watching } from './Player.tsx'
import { ReplayControls } from './ReplayControls.tsx'
import { TalkFiles } from './ReplayFiles.tsx'
import { ReplaySearch } from './ReplaySearch.tsx'
import { ReplayTalk } from './ReplayTalk.tsx'
import type { ReplayView } from './view.ts'

interface Props {
  uuid: string
  replay: ReplayData
  as: Watching
  clock: ReplayClock
  now: ClockNow
  moments: Moments
  frame: RefObject<HTMLElement | null>
  view: ReplayView
  /** Shows it in a small window, or here again; undefined where the browser cannot. */
  toggleSmall: (() => void) | undefined
  isSmall: boolean
  hearsMuted: boolean
  onHearMuted: (hears: boolean) => void
}

/** Everything around the picture: the controls, what can be searched and read, and the files. */
export function PlayerTools({ uuid, replay, as, clock, now, moments, hearsMuted, onHearMuted, ...bar }: Props) {
  const { t } = useTranslation('replay')
  const { id, gaps, messages, decision } = replay
  const chapters = useMemo(() => chaptersOf(replay), [replay])
  const choose = (at: number) => clock.seek(at)
  return (
    <>
      <ReplayControls {...{ clock, now, replay, ...bar }} />
      <MomentBar {...{ clock, moments }} at={now.at} />
      {decision?.may_cut && <CutEditor {...{ uuid, id, decision, clock, hearsMuted, onHearMuted }} at={now.at} />}
      <ReplaySearch replay={replay} onChoose={choose} />
      {chapters.length > 1 && <ChapterStrip chapters={chapters} at={now.at} onChoose={choose} />}
      <ReplayTalk
        {...{ messages, gaps }}
        at={now.at}
        onChoose={choose}
        actOn={message => decision?.may_cut && <HideMessage {...{ uuid, id, message }} />}
      />
      {replay.captions.length > 0 && (
        <section className="replay-files">
          <h2>{t('files.title')}</h2>
          <TalkFiles uuid={uuid} id={id} languages={replay.caption_languages} as={as} />
        </section>
      )}
      {replay.transcript === false && decision && <p className="replay-off">{t('transcriptOff')}</p>}
      <Films uuid={uuid} id={id} as={as} />
    </>
  )
}
