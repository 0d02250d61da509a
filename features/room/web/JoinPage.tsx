import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { waitAddress } from './addresses.ts'
import { joinBy, takeToken } from './early.ts'
import { LinkPage } from './LinkPage.tsx'
import { Lobby } from './Lobby.tsx'
// it comes next, and so with this one
import './WaitPage.tsx'

/**
 * [NAV-029, NAV-030, NAV-031] The address in an invitation: takes its token, checks the pitch and goes on to the waiting
 * page. Without a token it is the door for those who are signed in or have used their link here before.
 */
export function JoinPage() {
  const { pitchUUID = '' } = useParams()
  const [token] = useState(() => takeToken(pitchUUID))
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()

  useEffect(() => {
    if (!token) return
    let current = true
    joinBy(pitchUUID, token).then(
      () => current && navigate(waitAddress(pitchUUID), { replace: true }),
      (failed: unknown) => current && setFailure(failed),
    )
    return () => {
      current = false
    }
  }, [pitchUUID, token, navigate])

  if (failure) return <LinkPage failure={failure} pitch={pitchUUID} />
  return token ? <main className="lobby" aria-busy /> : <Lobby pitch={pitchUUID} />
}
