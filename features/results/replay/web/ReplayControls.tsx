import { Select, Slider, Switch } from '@mantine/core'
import {
  IconBadgeCc,
  IconMaximize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../rules.ts'
import type { Span } from '../spans.ts'
import { BarButton } from './BarButton.tsx'
import type { ClockNow, ReplayClock } from './clock.ts'
import { LayoutChoice } from './LayoutChoice.tsx'
import type { ReplayData } from './Player.tsx'
import { fill, STEP } from './useReplayKeys.ts'
import { type ReplayView, speeds } from './view.ts'

interface Props {
  clock: ReplayClock
  now: ClockNow
  replay: ReplayData
  view: ReplayView
  toggleSmall: (() => void) | undefined
  isSmall: boolean
  frame: RefObject<HTMLElement | null>
}

const icon = { size: 20, 'aria-hidden': true } as const

/** The bar of the player. */
export function ReplayControls({ clock, now, replay, view, toggleSmall, isSmall, frame }: Props) {
  const { t } = useTranslation('replay')
  return (
    <div className="replay-bar" role="toolbar" aria-label={t('title')}>
      <PositionLine {...{ clock, now, replay }} />
      {now.playing ? (
        <BarButton label={t('pause')} icon={<IconPlayerPauseFilled {...icon} />} onPress={() => clock.pause()} />
      ) : (
        <BarButton label={t('play')} icon={<IconPlayerPlayFilled {...icon} />} onPress={() => clock.play()} />
      )}
      <BarButton
        label={t('back')}
        icon={<IconRewindBackward10 {...icon} />}
        onPress={() => clock.seek(clock.at - STEP)}
      />
      <BarButton
        label={t('ahead')}
        icon={<IconRewindForward10 {...icon} />}
        onPress={() => clock.seek(clock.at + STEP)}
      />
      <span className="tabular replay-time">
        {clockText(now.at)} / {clockText(clock.seconds)}
      </span>
      <span className="replay-space" />
      <Volume view={view} />
      <Select
        className="replay-speed"
        aria-label={t('speed')}
        size="xs"
        data={speeds.map(speed => ({ value: String(speed), label: `${speed}×` }))}
        value={String(view.speed)}
        onChange={chosen => chosen && view.setSpeed(Number(chosen))}
        allowDeselect={false}
      />
      {replay.captions.length > 0 && (
        <BarButton
          label={t('captions')}
          icon={<IconBadgeCc {...icon} />}
          isOn={view.hasCaptions}
          onPress={() => view.setCaptions(!view.hasCaptions)}
        />
      )}
      <LayoutChoice {...{ replay, view }} />
      {toggleSmall && (
        <BarButton
          label={t('small.act')}
          icon={<IconPictureInPicture {...icon} />}
          isOn={isSmall}
          onPress={toggleSmall}
        />
      )}
      <BarButton label={t('fill')} icon={<IconMaximize {...icon} />} onPress={() => fill(frame.current)} />
      {replay.silences?.length > 0 && (
        <Switch
          size="xs"
          label={t('skip.act')}
          checked={view.skipsSilence}
          onChange={({ currentTarget }) => view.setSkipsSilence(currentTarget.checked)}
        />
      )}
      <p className="replay-jumped" role="status">
        {now.jumped &&
          t('skip.done', { count: Math.round(now.jumped.to - now.jumped.from), at: clockText(now.jumped.to) })}
      </p>
      <p className="replay-keys">
        {t('keys')} {toggleSmall && t('small.key')}
      </p>
    </div>
  )
}

/** Where it is, and what was not recorded or is not for attendees. */
function PositionLine({ clock, now, replay }: Pick<Props, 'clock' | 'now' | 'replay'>) {
  const { t } = useTranslation('replay')
  const { off, gaps, decision } = replay
  return (
    <div className="replay-line">
      <Missing spans={off} of={clock.seconds} kind="off" />
      <Missing spans={gaps} of={clock.seconds} kind="gap" />
      <Missing spans={withheld(decision?.released, clock.seconds)} of={clock.seconds} kind="withheld" />
      <Missing spans={decision?.mutes ?? []} of={clock.seconds} kind="muted" />
      <Slider
        value={Math.min(now.at, clock.seconds)}
        min={0}
        max={Math.max(1, clock.seconds)}
        step={1}
        label={clockText}
        thumbLabel={t('position')}
        thumbValueText={clockText}
        onChange={at => clock.seek(at)}
      />
    </div>
  )
}

function Volume({ view }: Pick<Props, 'view'>) {
  const { t } = useTranslation('replay')
  return (
    <>
      <BarButton
        label={t(view.isSilent ? 'sound.on' : 'sound.off')}
        icon={view.isSilent ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
        onPress={() => view.setSilent(!view.isSilent)}
      />
      <Slider
        className="replay-volume"
        size="sm"
        value={view.isSilent ? 0 : view.volume}
        min={0}
        max={1}
        step={0.05}
        label={null}
        thumbLabel={t('volume')}
        thumbValueText={part => `${Math.round(part * 100)}%`}
        onChange={view.setVolume}
      />
    </>
  )
}

/** What is before and after the released part. */
const withheld = (released: Span | null | undefined, seconds: number): Span[] =>
  released
    ? [
        { from: 0, to: released.from },
        { from: released.to, to: seconds },
      ].filter(({ from, to }) => to > from)
    : []

/** Marks on the line what was not recorded, and what attendees do not get. */
function Missing({
  spans,
  of,
  kind,
}: {
  spans: readonly Span[]
  of: number
  kind: 'off' | 'gap' | 'withheld' | 'muted'
}) {
  const { t } = useTranslation(['replay', 'common'])
  return spans.map(({ from, to }) => (
    <span
      key={`${from} ${to}`}
      className={`replay-missing ${kind}`}
      title={t('common:pair', { label: t(kind), value: t('gapAt', { from: clockText(from), to: clockText(to) }) })}
      style={{ left: `${(from / of) * 100}%`, width: `${(Math.max(0, Math.min(to, of) - from) / of) * 100}%` }}
    />
  ))
}
