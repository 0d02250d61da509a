import { attentionCalls } from '#features/results/attention/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as attention from './attention.ts'

export const attentionFeature = { handlers: handlersOf(attentionCalls, attention) } satisfies Feature
