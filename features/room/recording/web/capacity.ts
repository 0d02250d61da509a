import { useTranslation } from 'react-i18next'
import { writeAmount } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { useAmounts } from '#features/room/deck/web/amounts.ts'
import type { recordingCalls } from '#features/room/recording/contract.ts'

export type Capacity = Answer<typeof recordingCalls.getRecordingCapacity>

/**
 * What is said before a recording: what an hour takes with so many people on camera, what is free, and first of all why it
 * may not be recorded.
 */
export function useCapacityWords(): (capacity: Capacity, people: number) => { warnings: string[]; facts: string[] } {
  const { t, i18n } = useTranslation('recording')
  const { size } = useAmounts()
  return ({ most, is_taken, person_bytes, screen_bytes, free_bytes, is_filling }, people) => {
    const hour = people * person_bytes
    const hours = free_bytes === null ? 0 : Math.floor(free_bytes / (hour + screen_bytes))
    const warnings = [
      ...(is_taken ? [t('capacity.taken', { count: most })] : []),
      ...(is_filling ? [t('capacity.filling')] : []),
    ]
    const facts = [t('capacity.hour', { count: people, size: size(hour), screen: size(screen_bytes) })]
    if (free_bytes !== null)
      facts.push(t('capacity.free', { size: size(free_bytes), hours: writeAmount(hours, 'hour', i18n.language) }))
    return { warnings, facts }
  }
}
