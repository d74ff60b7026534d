import { createElement, type ReactNode } from 'react'
import { BrowserRouter as LibraryRouter } from 'react-router-dom'

/**
 * The router of a page. Every address is drawn at once and for itself: as a transition, which is the
 * library's default, an address that is left quickly would never be drawn, and the tab that it belongs
 * to would not have noted its query.
 */
export const BrowserRouter = ({ children }: { children: ReactNode }) => createElement(LibraryRouter, { useTransitions: false }, children)
