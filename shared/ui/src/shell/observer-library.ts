// What the console's build gives for mobx-react-lite: the library with the kit's own observer.
export * from 'mobx-react-lite'
export { observer } from './observer'
