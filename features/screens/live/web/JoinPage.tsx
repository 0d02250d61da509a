import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { waitAddress } from '#features/core/pitch/web/addresses.ts'
import { pauseBefore } from '#web/client/pause.ts'
import { isPassing } from '#web/light/useLoad.ts'
import { joinBy, takeToken } from './early.ts'
import { Lobby } from './Lobby.tsx'
import { LinkPage } from './lazyParts.tsx'
// the waiting page follows, so it is loaded with this one
import './WaitPage.tsx'

/**
 * [NAV-029, NAV-030, NAV-031] The page of an invitation's address: exchanges the token, checks the pitch and goes on to
 * the waiting page. Without a token it admits signed-in people, and people who have used their link in this browser
 * before.
 */
export function JoinPage() {
  const { pitchUUID = '' } = useParams()
  const [token] = useState(() => takeToken(pitchUUID))
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt(before => before + 1), [])

  useEffect(() => {
    if (!token) return
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    joinBy(pitchUUID, token).then(
      () => current && navigate(waitAddress(pitchUUID), { replace: true }),
      (failed: unknown) => {
        if (!current) return
        setFailure(failed)
        if (isPassing(failed)) timer = setTimeout(again, pauseBefore(attempt))
      },
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [pitchUUID, token, navigate, attempt, again])

  // a reload would lose the token, which is no longer in the address
  if (failure) return <LinkPage {...{ failure, again }} pitch={pitchUUID} />
  return token ? <main className="lobby" aria-busy /> : <Lobby pitch={pitchUUID} />
}
