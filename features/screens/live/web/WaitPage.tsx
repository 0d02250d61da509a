import { useSearchParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { Lobby } from './Lobby.tsx'
import { LinkPage } from './lazyParts.tsx'

/** [ROUTE-020] The waiting page of the pitch that the address names. */
export function WaitPage() {
  const pitch = useSearchParams()[0].get('pitch')
  return pitch ? <Lobby pitch={pitch} /> : <LinkPage failure={new CallFailed('JoinLinkWrong')} pitch="" />
}
