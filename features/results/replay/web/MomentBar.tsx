import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#web/ui/exportText.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { clockText } from '../rules.ts'
import type { ReplayClock } from './clock.ts'

/** Places in a recording that a person comes from or takes along, in seconds on the clock of the replay. */
export interface Moments {
  /** Where the address begins. */
  readonly start: number | undefined
  /** Where the person left last time. */
  readonly left: number | undefined
  /** The address of a moment, for people who may watch the recording. */
  readonly linkTo: (at: number) => string
}

interface Props {
  clock: ReplayClock
  at: number
  moments: Moments
}

/** Goes on where the person left last time, and copies a link to the current moment. */
export function MomentBar({ clock, at, moments: { start, left, linkTo } }: Props) {
  const { t } = useTranslation('replay')
  const [shown, setShown] = useState<string>()
  const goesOn = left !== undefined && start === undefined && at < 1 && !clock.playing
  async function copy() {
    const link = linkTo(at)
    if (await copyText(link)) doneNotice(t('moment.copied', { at: clockText(at) }))
    else setShown(link)
  }
  return (
    <div className="replay-moment">
      {goesOn && (
        <Button
          size="xs"
          onClick={() => {
            clock.seek(left)
            clock.play()
          }}
        >
          {t('moment.goOn', { at: clockText(left) })}
        </Button>
      )}
      <Button size="xs" variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={copy}>
        {t('moment.copy', { at: clockText(at) })}
      </Button>
      {shown && (
        <p role="status">
          {t('moment.byHand')} <span className="tabular">{shown}</span>
        </p>
      )}
    </div>
  )
}
