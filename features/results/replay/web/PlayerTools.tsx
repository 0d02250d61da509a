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

interface Props {
  uuid: string
  replay: ReplayData
  as: Watching
  clock: ReplayClock
  now: ClockNow
  moments: Moments
  frame: RefObject<HTMLElement | null>
  volume: number
  onVolume: (volume: number) => void
  hearsMuted: boolean
  onHearMuted: (hears: boolean) => void
}

/** Everything around the picture: the controls, what can be searched and read, and the files. */
export function PlayerTools({ uuid, replay, as, clock, now, moments, frame, volume, hearsMuted, ...on }: Props) {
  const { t } = useTranslation('replay')
  const { id, off, gaps, messages, decision } = replay
  const chapters = useMemo(() => chaptersOf(replay), [replay])
  const choose = (at: number) => clock.seek(at)
  return (
    <>
      <ReplayControls {...{ clock, now, off, gaps, volume, decision, frame }} onVolume={on.onVolume} />
      <MomentBar {...{ clock, moments }} at={now.at} />
      {decision?.may_cut && (
        <CutEditor {...{ uuid, id, decision, clock, hearsMuted }} at={now.at} onHearMuted={on.onHearMuted} />
      )}
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
