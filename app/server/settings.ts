import { socialSettings } from '#features/access/social/server/settings.ts'
import { accountSettings } from '#features/core/account/server/settings.ts'
import { auditSettings } from '#features/core/audit/server/settings.ts'
import { siteSettings } from '#features/core/site/server/settings.ts'
import { mailSettings } from '#features/notify/mail/server/settings.ts'
import { deckSettings } from '#features/room/deck/server/settings.ts'
import { egressSettings } from '#features/room/recording/server/egress/settings.ts'
import { recordingSettings } from '#features/room/recording/server/settings.ts'
import { backgroundSettings } from '#features/room/video/server/settings.ts'
import { captionSettings } from '#features/talk/caption/server/settings.ts'
import { logSettings } from '#server/log.ts'
import { mediaSettings } from '#server/media/settings.ts'
import { longSecret, whole } from '#server/settingFields.ts'
import { namesOf, readParts, type Settings, settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** Opens `/metrics` at the console's address to callers that show it. */
    readonly metricsToken: string | undefined
    /** A port of this machine alone that answers `/metrics` without a token. */
    readonly metricsPort: number | undefined
  }
}

const metricsSettings = settingsPart({
  shape: { METRICS_TOKEN: longSecret(16).optional(), METRICS_PORT: whole(1, 65_535).optional() },
  read: v => ({ metricsToken: v.METRICS_TOKEN, metricsPort: v.METRICS_PORT }),
})

/** Who is told something by the operator, in the order of `.env.example`. */
const parts = [
  mediaSettings,
  backgroundSettings,
  egressSettings,
  recordingSettings,
  mailSettings,
  siteSettings,
  socialSettings,
  captionSettings,
  accountSettings,
  deckSettings,
  logSettings,
  auditSettings,
  metricsSettings,
] as const

/** Every variable that the console reads. */
export const settingNames: readonly string[] = namesOf(parts)

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 * Relative folders are taken from `root`, the current folder unless told otherwise.
 * @throws {SettingsInvalid} with a line for each variable that is wrong
 */
export const readSettings = (env: Readonly<Record<string, string | undefined>>, root: string = process.cwd()) =>
  readParts(parts, env, root) satisfies Settings
