/** A clock that is wrong by no more than this is right enough, in milliseconds: answers carry whole seconds, and take their time. */
const RIGHT = 5000

let off = 0

/** Learns from an answer's Date header what this machine's clock lacks. */
export function noteTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const lacks = at - Date.now()
  off = Math.abs(lacks) > RIGHT ? lacks : 0
}

/** The time as the server has it, for whatever is counted from or to a moment that it names. */
export const serverNow = (): number => Date.now() + off
