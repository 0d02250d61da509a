import type { Hearer } from '#server/occasions.ts'
import { prolongLinks } from './linkQueries.ts'
import { linkExpiry } from './links.ts'

export const inviteHearer = {
  pitchReopens: ({ db, now }, { pitch }) => prolongLinks(db, pitch.id, linkExpiry(pitch, now), now),
} satisfies Hearer
