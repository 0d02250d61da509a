import { linkedInText } from '#features/access/social/rules.ts'
import type { Frame } from '#server/frame.ts'
import { askProvider, ProviderFailed } from './provider.ts'

interface Post {
  /** LinkedIn's id of the author. */
  readonly subject: string
  readonly accessToken: string
  readonly text: string
  readonly link: { readonly url: string; readonly title: string; readonly description: string }
}

/** Posts a link in a person's name by LinkedIn's Posts API; returns the post's address. Fails with ProviderFailed. */
export async function postOnLinkedIn(frame: Frame, { subject, accessToken, text, link }: Post): Promise<string> {
  const { linkedin } = frame.settings.social
  if (!linkedin) throw new ProviderFailed('down', 'not switched on')
  const answer = await askProvider('post', new URL(`${linkedin.api}/rest/posts`), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'linkedin-version': linkedin.apiVersion,
      'x-restli-protocol-version': '2.0.0',
    },
    body: JSON.stringify({
      author: `urn:li:person:${subject}`,
      commentary: linkedInText(text),
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      content: {
        article: { source: link.url, title: link.title.slice(0, 400), description: link.description.slice(0, 4000) },
      },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    }),
  })
  if (answer.status >= 500) throw new ProviderFailed('down', `post: HTTP ${answer.status}`)
  if (answer.status !== 201) throw new ProviderFailed('refused', `post: HTTP ${answer.status}`)
  const id = answer.headers.get('x-restli-id') ?? ''
  return /^urn:li:(share|ugcPost):\d+$/.test(id) ? `https://www.linkedin.com/feed/update/${id}/` : ''
}
