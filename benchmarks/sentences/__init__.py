"""Instructions for applications that nobody here wrote: does the first lesson get every value of a sentence?"""
