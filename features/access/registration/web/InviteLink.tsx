import { Navigate, useLocation, useParams } from 'react-router'

/** [ROUTE-071] The short address of an invitation to a pitch: its join page, with the token of the link if it has one. */
export function InviteLink() {
  const { pitchUUID = '' } = useParams()
  const { search } = useLocation()
  return <Navigate replace to={`/join-session/${pitchUUID}${search}`} />
}
