// What other areas may ask of __title__ stands here; everything else of this folder is its own.
export {}
