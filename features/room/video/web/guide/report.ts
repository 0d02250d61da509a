import type { TFunction } from 'i18next'
import { deviceZone } from '#contract/times.ts'
import { type Results, stepNames } from './connectionTest.ts'

/** The test's results for a support ticket: a line for each step, then the browser. */
export function reportOf(t: TFunction<'guide'>, results: Results, heard: boolean | undefined, at: Date): string {
  const lines = stepNames.map(name => {
    const result = results[name]
    const state = t(`state.${result?.state ?? 'waiting'}`)
    return `${t(`step.${name}.title`)}: ${state}${result?.detail ? ` (${plain(result.detail)})` : ''}`
  })
  const speaker = heard === undefined ? t('state.waiting') : t(heard ? 'speaker.yes' : 'speaker.no')
  return [
    ...lines,
    `${t('speaker.title')}: ${speaker}`,
    `${location.host}, ${at.toISOString()}, ${deviceZone() ?? ''}`,
    plain(navigator.userAgent),
  ].join('\n')
}

/** Names of devices and browsers are untrusted, and a ticket accepts no HTML. */
const plain = (text: string) => text.replace(/[<>]/g, ' ')
