export declare function allViews(): string[]
