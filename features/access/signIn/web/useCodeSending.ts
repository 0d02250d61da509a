import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '#web/client/client.ts'
import type { SecondStep } from './secondStep.ts'

/** Seconds until another code may be requested, because an email takes a moment. */
const PAUSE = 30

interface Sent {
  /** The end of the sign-in that it was sent for: the next one needs a code of its own. */
  readonly for: string | null
  readonly at: number
}
const sentKey = (way: string) => `rostrum.codeSent.${way}`

function sentBefore(way: string, step: SecondStep): Sent | undefined {
  try {
    const sent = JSON.parse(sessionStorage.getItem(sentKey(way)) ?? 'null') as Sent | null
    return sent?.for === step.ends_at ? sent : undefined
  } catch {
    return undefined
  }
}

/** Sends a code when a way is first chosen in a sign-in, and another one when the person asks for it. */
export function useCodeSending(way: 'email' | 'sms', step: SecondStep) {
  const [before] = useState(() => sentBefore(way, step))
  const [wait, setWait] = useState(() => (before ? Math.max(0, Math.ceil(PAUSE - (Date.now() - before.at) / 1000)) : 0))
  const sending = useMutation({
    mutationFn: () => client.sendTwoFactorCode({ factor: way }),
    onMutate: () => {
      const sent: Sent = { for: step.ends_at, at: Date.now() }
      sessionStorage.setItem(sentKey(way), JSON.stringify(sent))
      setWait(PAUSE)
    },
    onError: () => {
      sessionStorage.removeItem(sentKey(way))
      setWait(0)
    },
  })

  const begun = useRef(before !== undefined)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    sending.mutate()
  }, [sending.mutate])

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  return { sending, wait, send: () => sending.mutate() }
}
