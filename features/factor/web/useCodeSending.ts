import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '#web/client/client.ts'
import type { Told } from './stepWays.ts'

/** Seconds until another code may be asked for: a mail takes a moment. */
const PAUSE = 30

/** When a code of this way was sent last, so that loading the page again sends no second one. */
const sentKey = (way: string) => `rostrum.codeSent.${way}`
const secondsSince = (way: string) => (Date.now() - Number(sessionStorage.getItem(sentKey(way)) ?? 0)) / 1000

/** Sends a code when the way is chosen, and another one when the person asks for it. */
export function useCodeSending(way: 'email' | 'sms', told: Told) {
  const [wait, setWait] = useState(() => Math.max(0, Math.ceil(PAUSE - secondsSince(way))))
  const sending = useMutation({
    mutationFn: () => client.sendTwoFactorCode({ factor: way }),
    onMutate: () => {
      sessionStorage.setItem(sentKey(way), String(Date.now()))
      setWait(PAUSE)
    },
    onError: () => {
      sessionStorage.removeItem(sentKey(way))
      setWait(0)
    },
  })

  const begun = useRef(false)
  // A code of the sign-in before this one would not work here: this one waits since `minutes_left` says.
  const isNew = secondsSince(way) > PAUSE || told.minutes_left >= 14
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (isNew) sending.mutate()
  }, [isNew, sending.mutate])

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  return { sending, wait, send: () => sending.mutate() }
}
