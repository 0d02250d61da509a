import { SignIn } from '#features/access/signIn/web/SignIn.tsx'
import { SocialWays } from '#features/access/social/web/SocialButtons.tsx'

export const SignInPage = () => <SignIn otherWays={<SocialWays />} />
