import { useSearchParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { LinkPage } from './LinkPage.tsx'
import { Lobby } from './Lobby.tsx'

/** [ROUTE-020] The waiting page of the pitch that the address names. */
export function WaitPage() {
  const pitch = useSearchParams()[0].get('pitch')
  return pitch ? <Lobby pitch={pitch} /> : <LinkPage failure={new CallFailed('JoinLinkWrong')} pitch="" />
}
