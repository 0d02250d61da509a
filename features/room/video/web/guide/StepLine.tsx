import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StepName, StepResult } from './connectionTest.ts'

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX, none: IconCircleDashed } as const

interface Props {
  name: StepName
  result: StepResult | undefined
  running: boolean
}

/** One step of the test: its result, and what to do about a problem. */
export function StepLine({ name, result, running }: Props) {
  const { t } = useTranslation('guide')
  const Icon = result ? icons[result.state] : running ? IconLoader2 : IconCircleDashed
  const state = result?.state ?? (running ? 'running' : 'waiting')
  return (
    <li className={`guide-step ${state}`}>
      <Icon size={20} aria-hidden />
      <div>
        <p>
          <strong>{t(`step.${name}.title`)}</strong>
          <span className="guide-state">{t(`state.${state}`)}</span>
        </p>
        {result?.detail && <p className="guide-detail tabular">{result.detail}</p>}
        {result?.hint && <p className="guide-hint">{t(hintOf(name, result.hint))}</p>}
      </div>
    </li>
  )
}

type Hint = NonNullable<StepResult['hint']>

/** The language files have a text for each hint that a step may give. */
function hintOf(name: StepName, hint: Hint) {
  const own = {
    browser: hint === 'blocked' ? 'hint.insecure' : 'hint.browser',
    camera: hint === 'busy' ? 'hint.busy' : hint === 'off' ? 'hint.noCamera' : 'hint.permission',
    microphone:
      hint === 'quiet'
        ? 'hint.quiet'
        : hint === 'busy'
          ? 'hint.busy'
          : hint === 'off'
            ? 'hint.noMicrophone'
            : 'hint.permission',
    server: hint === 'slow' ? 'hint.far' : 'hint.server',
    socket: 'hint.socket',
    udp: hint === 'off' ? 'hint.videoOff' : hint === 'lossy' ? 'hint.lossy' : hint === 'slow' ? 'hint.far' : 'hint.udp',
    tcp: hint === 'off' ? 'hint.noTcp' : hint === 'lossy' ? 'hint.lossy' : hint === 'slow' ? 'hint.far' : 'hint.tcp',
    speed: 'hint.speed',
  } as const
  return own[name]
}
