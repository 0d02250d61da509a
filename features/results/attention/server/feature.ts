import { attentionCalls } from '#features/results/attention/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import { exportPitchAttention, getPitchAttention } from './attention.ts'

export const attentionFeature = {
  handlers: handlersOf(attentionCalls, { exportPitchAttention, getPitchAttention }),
} satisfies Feature
