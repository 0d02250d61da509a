import { policyCalls } from '#features/access/policy/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as agreements from './agreements.ts'
import { currentVersions } from './policyTexts.ts'

export const policyFeature = {
  // the texts that came with an update are known before the first call, which may hold a connection
  routes: (app, frame) => app.addHook('onReady', async () => void (await currentVersions(frame))),
  handlers: handlersOf(policyCalls, agreements),
} satisfies Feature
