import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { apiAddress } from '#server/settingFields.ts'
import { type Given, settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    /** Records by LiveKit Egress instead of the console's own recorder. */
    readonly egress: EgressSettings | undefined
  }
}

export interface EgressSettings {
  /** The http(s) address of a LiveKit server to which an Egress is connected, without a trailing slash. */
  readonly url: string
  /** A folder that Egress writes and the console reads, as each of them sees it; undefined: the S3 store of the console. */
  readonly folder: { readonly here: string; readonly there: string } | undefined
}

// the same folder however it is written: what Egress reports is compared with it
const folder = z
  .string()
  .refine(isAbsolute, 'must be the absolute path of a folder')
  .transform(path => resolve(path))

export const egressSettings = settingsPart({
  shape: { EGRESS_URL: apiAddress.optional(), EGRESS_DIR: folder.optional(), EGRESS_DIR_THERE: folder.optional() },
  problems: egressProblems,
  read: v => ({
    egress: v.EGRESS_URL
      ? {
          url: v.EGRESS_URL,
          folder: v.EGRESS_DIR ? { here: v.EGRESS_DIR, there: v.EGRESS_DIR_THERE ?? v.EGRESS_DIR } : undefined,
        }
      : undefined,
  }),
})

function egressProblems(given: Given): string[] {
  const { EGRESS_URL: url, EGRESS_DIR: here, EGRESS_DIR_THERE: there } = given
  if (!url) return here || there ? ['EGRESS_URL is missing: the other EGRESS settings belong to it'] : []
  const problems: string[] = []
  if (!given['LIVEKIT_URL'] && !given['REDIS_URL'])
    problems.push('EGRESS_URL needs LIVEKIT_URL or REDIS_URL: Egress cannot be connected to a LiveKit without a Redis')
  if (there && !here) problems.push('EGRESS_DIR is missing: EGRESS_DIR_THERE is the same folder as Egress sees it')
  if (!here && !given['S3_ENDPOINT'])
    problems.push(
      'EGRESS_DIR is missing: without it Egress writes to the store of S3_ENDPOINT, which is not set either',
    )
  return problems
}
