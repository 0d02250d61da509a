import { BrowserRouter } from 'react-router'
import { AllRoutes } from './routes.tsx'

/** [NAV-004] The web app over the browser's own history. */
export const App = () => (
  <BrowserRouter>
    <AllRoutes />
  </BrowserRouter>
)
