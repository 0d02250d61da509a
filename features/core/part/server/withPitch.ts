import type { AnyCall, Caller, Input } from '#contract/call.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import type { ContextOf, Handle } from '#server/context.ts'
import type { Actor } from '#server/frame.ts'
import { isManaged, lockedPitchFor, type PitchShown, pitchFor, pitchShownTo } from './access.ts'

type NamesPitch = { readonly pitch_uuid: string } | { readonly uuid: string }
type MayFail<C extends AnyCall, E> = E extends C['errors'][number] ? true : false

/**
 * What the caller must be allowed: to see the pitch, to see it until the transaction ends (`acts`), to know that it is
 * (`shown`, what is their own in a pitch whose accreditation they lack by now), to manage it, or what a rule says of their
 * part. Never for a call that anyone makes, that names no pitch, or does not declare what this fails
 * with.
 */
type Right<C extends AnyCall> = [Input<C>, C['who'], true] extends [
  NamesPitch,
  readonly Caller[],
  MayFail<C, 'PitchNotFound'>,
]
  ?
      | 'sees'
      | 'acts'
      | 'shown'
      | 'manages'
      | (true extends MayFail<C, 'NoPermission'> ? (part: PitchPart) => boolean : never)
  : never

/**
 * The handler of a call that begins with a pitch: it gets the pitch and the caller's part. Fails with PitchNotFound when the
 * caller may not see (or manage) the pitch, and with NoPermission when the rule does not allow their part.
 */
export const withPitch =
  <C extends AnyCall>(
    right: Right<C>,
    handle: (context: ContextOf<C> & PitchShown) => ReturnType<Handle<C>>,
  ): Handle<C> =>
  async context => {
    const { db, fail } = context
    const { pitch_uuid, uuid = pitch_uuid } = context.input as { pitch_uuid: string; uuid?: string }
    const find = right === 'acts' ? lockedPitchFor : right === 'shown' ? pitchShownTo : pitchFor
    const access = await find(db, context.actor as Actor, uuid)
    if (!access || (right === 'manages' && !isManaged(access))) return fail('PitchNotFound')
    if (typeof right === 'function' && !right(access.part)) return fail('NoPermission')
    return handle({ ...context, ...access })
  }
