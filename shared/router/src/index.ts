/**
 * The part of react-router-dom that the console uses. Remotes and the host import it from here, so
 * that what is not named does not reach the browser (docs/adr/004-shared-modules.md).
 */
export { BrowserRouter } from './browser-router'
export { OwnLocation } from './own-location'
export {
  Link,
  MemoryRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  generatePath,
  matchPath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export type { Location, NavigateFunction, RouteObject } from 'react-router-dom'
