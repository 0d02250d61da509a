import { dashboardCalls } from '#features/results/dashboard/contract.ts'
import { type Feature, handlersOf } from '#server/feature.ts'
import * as dashboard from './dashboard.ts'
import { removeAside } from './queries.ts'

export const dashboardFeature = {
  handlers: handlersOf(dashboardCalls, dashboard),
  hears: {
    pitchReopens: async ({ db }, { pitch, action }) => {
      if (action === 'reset') await removeAside(db, pitch.id)
    },
  },
} satisfies Feature
