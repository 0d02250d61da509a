import { CallFailed } from '#contract/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { useWording } from '#web/ui/wording.ts'

const isCode = (code: string): code is ErrorCode => code in errors

/** What a code means that was stored and not thrown, in the reader's language. */
export function useCodeWording(): (code: string) => string {
  const wording = useWording()
  return code => wording(isCode(code) ? new CallFailed(code) : undefined)
}
