import type { MenuNode } from '@assoc/contract/rbac/own'
import { matchPath } from '@assoc/router'
import { FIXED_ROUTES, type FixedRoute, type RouteKind } from './fixed-routes'

/** A route as the console knows it, fixed or made from the menu. */
export interface ConsoleRoute {
  /** Last segment of the path followed by the menuId, such as `companyList1002`; the path itself for fixed ones. */
  name: string
  path: string
  title: string
  menuLink: string
  kind: RouteKind
  /** Names of the menu entries above it, for the breadcrumb. */
  parents: string[]
  /** Its view begins anew at each visit: the menu says so. */
  anew?: true
  /** Parameters of the query that tell its tabs apart. */
  keyParams?: readonly string[]
  /** The page whose view frames this one. */
  layout?: { path: string; menuLink: string }
}

/** The home route with the routes made from the menu as its children. */
export interface HomeRoute {
  name: 'home'
  path: '/'
  children: ConsoleRoute[]
}

const fixedPattern = (path: string) => FIXED_ROUTES.find((f) => matchPath({ path: f.path, end: true }, path) !== null)

const lastSegment = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? ''

/**
 * Turns the stored menu tree into routes: a leaf is bound to the view that its link names, a parent
 * holds its children. A leaf on a fixed path is not added again, its entry only navigates.
 */
export function routesOfMenu(tree: readonly MenuNode[], parents: string[] = []): ConsoleRoute[] {
  return tree.flatMap((node) => {
    if (node.children.length > 0) return routesOfMenu(node.children, [...parents, node.menuName])
    if (!node.menuLink || fixedPattern(node.menuPath)) return []
    return [{ name: `${lastSegment(node.menuPath)}${node.menuId}`, path: node.menuPath, title: node.menuName, menuLink: node.menuLink, kind: 'shell' as const, parents, ...anewOf(node) }]
  })
}

const anewOf = (node: MenuNode | undefined): Pick<ConsoleRoute, 'anew'> => (node?.keepAlive === false ? { anew: true } : {})

export const homeRoute = (tree: readonly MenuNode[]): HomeRoute => ({ name: 'home', path: '/', children: routesOfMenu(tree) })

function ofFixed({ layout, ...fixed }: FixedRoute, tree: readonly MenuNode[]): ConsoleRoute {
  const frame = layout ? FIXED_ROUTES.find((f) => f.path === layout) : framesOthers(fixed) ? fixed : undefined
  return {
    ...fixed,
    name: fixed.path,
    parents: parentsOf(tree, fixed.path) ?? [],
    ...anewOf(leafAt(tree, fixed.path)),
    ...(frame ? { layout: { path: frame.path, menuLink: frame.menuLink } } : {}),
  }
}

const framesOthers = ({ path }: FixedRoute): boolean => FIXED_ROUTES.some((f) => f.layout === path)

function parentsOf(tree: readonly MenuNode[], path: string, above: string[] = []): string[] | undefined {
  for (const node of tree) {
    if (node.children.length === 0 && node.menuPath === path) return above
    const found = parentsOf(node.children, path, [...above, node.menuName])
    if (found) return found
  }
  return undefined
}

const leafAt = (tree: readonly MenuNode[], path: string): MenuNode | undefined =>
  tree.flatMap((node) => (node.children.length > 0 ? (leafAt(node.children, path) ?? []) : node.menuPath === path ? node : []))[0]

/** The route of an address: a fixed one first, then one of the menu; undefined when there is none. */
export function routeOf(pathname: string, home: HomeRoute, tree: readonly MenuNode[]): ConsoleRoute | undefined {
  const fixed = fixedPattern(pathname)
  if (fixed) return ofFixed(fixed, tree)
  return home.children.find((route) => matchPath({ path: route.path, end: true }, pathname) !== null)
}
